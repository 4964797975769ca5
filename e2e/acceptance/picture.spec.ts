import { type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
